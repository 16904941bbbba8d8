/// The result of a rendering, which ends it.
@_exported import protocol MobiusCore.Disposable
