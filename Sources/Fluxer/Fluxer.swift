/// What the loops have already and Fluxer names the same: a disposable is a disposable.
@_exported import class MobiusCore.CompositeDisposable
@_exported import protocol MobiusCore.Disposable
