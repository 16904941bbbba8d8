// Who runs an application on a board has what the board has: its lines, its sound card, its sound files, its queue.
@_exported import CarillonRealTime
@_exported import LinuxAudio
@_exported import LinuxGPIO
@_exported import SoundFiles
