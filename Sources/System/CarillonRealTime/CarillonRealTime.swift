// Clients of this module also need the declarations that all queues share.
@_exported import CarillonScheduling
