import CarillonAudio

extension Sound {
    /// Writes the sound to a WAV file of 16 bits. A sample beyond full scale is clipped. May be called from any thread;
    /// waits for the disk.
    ///
    /// - Parameter path: A name that ends in `.wav`, in a folder that exists. A file that Carillon has written is
    ///   replaced as a whole, or not at all; any other file is left alone.
    /// - Throws: `AudioOutputError` if the file cannot be written there, `SoundError` if a streamed sound cannot be
    ///   read.
    public func write(to path: String) throws {
        let writer = try WAVFileWriter(path: path, format: format)
        let samples = UnsafeMutableBufferPointer<Int16>.allocate(capacity: 1_024 * format.channels)
        defer { samples.deallocate() }
        var frame = 0
        try forEachPiece { piece in
            var rest = piece[...]
            while !rest.isEmpty {
                let part = UnsafeBufferPointer(rebasing: rest.prefix(samples.count))
                SampleConversion.convert(part, to: samples.baseAddress!)
                try writer.write(UnsafeBufferPointer(rebasing: samples[..<part.count]), at: frame)
                frame += part.count / format.channels
                rest = rest.dropFirst(part.count)
            }
        }
        try writer.finish(at: frame)
    }
}
