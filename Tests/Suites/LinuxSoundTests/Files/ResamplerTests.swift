import Foundation
import TestSupport
import Testing

@testable import CarillonAudio
@testable import LinuxSound

@Suite struct ResamplerTests {
    /// Resamples a sine. Everything in the output except the sine is noise. The sine's amplitude may differ by 0.01 dB.
    @Test(arguments: [(44_100, 48_000), (48_000, 44_100), (22_050, 48_000)], [997.0, 9_001.0])
    func resamplingKeepsAHundredDecibelsOfSignalToNoise(rates: (from: Int, to: Int), frequency: Double) throws {
        let sine = (0..<rates.from).map { Float(0.5 * sin(2 * .pi * frequency * Double($0) / Double(rates.from))) }
        let resampled = try resample(sine, channels: 1, from: rates.from, to: rates.to, piece: 1_000)
        expectEqual(resampled.count, rates.to)
        // The measurement excludes the ends, where the filter overlaps silence.
        let measured = (rates.to / 4)..<(rates.to * 3 / 4)
        let ideal = measured.map { sin(2 * .pi * frequency * Double($0) / Double(rates.to)) }
        let heard = resampled[measured].map(Double.init)
        let power = zip(ideal, ideal).map(*).reduce(0, +)
        let amplitude = zip(ideal, heard).map(*).reduce(0, +) / power
        #expect(abs(20 * log10(amplitude / 0.5)) < 0.01)
        let noise = zip(ideal, heard).map { pow($1 - amplitude * $0, 2) }.reduce(0, +)
        #expect(10 * log10(amplitude * amplitude * power / noise) > 100)
    }

    /// Frequencies beyond half the lower rate are removed, because they would be heard as other tones.
    @Test func frequenciesAboveTheLowerRateAreRemoved() throws {
        let sine = (0..<48_000).map { Float(0.5 * sin(2 * .pi * 15_000 * Double($0) / 48_000)) }
        let resampled = try resample(sine, channels: 1, from: 48_000, to: 22_050, piece: 8_192)
        #expect(resampled[4_000..<18_000].allSatisfy { abs($0) < 5e-6 })
    }

    @Test func resultDoesNotDependOnTheSizeOfThePieces() throws {
        let noise = (0..<20_000).map { _ in Float.random(in: -1...1) }
        let whole = try resample(noise, channels: 2, from: 44_100, to: 48_000, piece: 10_000)
        expectEqual(try resample(noise, channels: 2, from: 44_100, to: 48_000, piece: 7), whole)
    }

    /// libsoxr would read memory that it has freed.
    @Test func inputAfterTheEndIsRefused() throws {
        let resampler = try Resampler(channels: 1, from: 44_100, to: 48_000)
        let input = [Float](repeating: 0.5, count: 1_000)
        var room = input
        try room.withUnsafeMutableBufferPointer { room in
            _ = try input.withUnsafeBufferPointer { try resampler.process($0, into: room) }
            _ = try resampler.process(UnsafeBufferPointer(start: nil, count: 0), into: room)
            #expect(throws: Resampler.Failure.self) {
                try input.withUnsafeBufferPointer { try resampler.process($0, into: room) }
            }
        }
    }

    private func resample(
        _ samples: [Float], channels: Int, from rate: Int, to wanted: Int, piece: Int
    ) throws -> [Float] {
        let resampler = try Resampler(channels: channels, from: rate, to: wanted)
        var output: [Float] = []
        var room = [Float](repeating: 0, count: 1_000)
        var position = 0
        while true {
            let end = min(position + piece * channels, samples.count)
            let (taken, given) = try samples[position..<end].withUnsafeBufferPointer { input in
                try room.withUnsafeMutableBufferPointer { try resampler.process(input, into: $0) }
            }
            output += room.prefix(given * channels)
            if position == samples.count, given == 0 { return output }
            position += taken * channels
        }
    }
}
