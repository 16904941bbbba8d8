/// Fluxer uses the loops' disposables under the same names.
@_exported import class MobiusCore.CompositeDisposable
@_exported import protocol MobiusCore.Disposable
