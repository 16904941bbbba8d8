// Applications also get the modules of a board's lines, sound card, sound files and queue.
@_exported import CarillonRealTime
@_exported import LinuxGPIO
@_exported import LinuxSound
