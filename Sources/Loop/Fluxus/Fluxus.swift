/// The result of `FluxStore.render(_:_:)`, which ends the rendering.
@_exported import protocol MobiusCore.Disposable
