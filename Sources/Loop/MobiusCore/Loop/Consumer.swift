/// A function that takes a value: an event, a model or an effect of a loop.
///
/// A consumer that a loop passes to an effect handler, an event source or a view may be called from any thread.
public typealias Consumer<Value> = @Sendable (Value) -> Void

/// A function that wraps a consumer, for example to log, delay or drop some of its values.
public typealias ConsumerTransformer<Value> = @Sendable (@escaping Consumer<Value>) -> Consumer<Value>

/// A function that takes the model that a loop is started from, and returns the first model and the first effects.
///
/// A ``MobiusController`` calls the function at each start, on the loop's queue. The function is pure, like an update function.
public typealias Initiate<Model, Effect> = @Sendable (Model) -> First<Model, Effect>
