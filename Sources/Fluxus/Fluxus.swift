/// What a rendering answers, so that it can be ended.
@_exported import protocol MobiusCore.Disposable
