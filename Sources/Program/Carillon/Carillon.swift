/// A single import for an application: the loop, the board and its devices.
@_exported import CarillonAppliance
@_exported import CarillonAudio
@_exported import CarillonBoard
@_exported import CarillonDevices
@_exported import CarillonFleet
@_exported import CarillonGPIO
@_exported import CarillonScheduling
@_exported import MobiusCore

// A list instead of all of MobiusExtras: its `Copyable`, named as in Mobius.swift, would shadow Swift's own in every
// application.
@_exported import class MobiusExtras.ConnectableClass
@_exported import class MobiusExtras.SimpleLogger
