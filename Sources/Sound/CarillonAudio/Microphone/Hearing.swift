import CLibrary

/// An observation of the sound at a microphone.
package enum Heard: Equatable, Sendable {
    case loud(LoudnessRule)
    case quiet(LoudnessRule)
    case twoClaps
    case level(SoundLevel)
}

/// Finds loud and quiet sound, claps and levels in the frames of a microphone.
///
/// The result depends on the frames only, not on a clock, so that a file has the same events as the sound that it contains.
/// Its owner passes the frames and delivers the observations.
package struct Hearing {
    /// The duration of a window, and of a block of it, in milliseconds.
    static let windowTime = 50
    static let blockTime = 5
    private static let blocksInWindow = windowTime / blockTime
    /// The frequency below which claps are not looked for, in hertz.
    private static let lowest = 2000.0

    /// The observations that are wanted.
    private var loudnesses: [Loudness] = []
    private var wantsClaps = false
    /// The number of windows in a level that is reported; nil for none.
    private var windowsInLevel: Int?

    private let blockFrames: Int
    /// The factor of the high-pass filter.
    private let smoothing: Float
    private var claps = Claps()
    private var (previous, high): (Float, Float) = (0, 0)
    // Of the present block, of the window, and of the level that is reported.
    private var (frames, blocks, windows) = (0, 0, 0)
    private var (blockSum, blockHigh, blockPeak): (Float, Float, Float) = (0, 0, 0)
    private var (windowSum, windowPeak) = (0.0, 0.0)
    private var blockLevels: [Double] = []
    private var (levelSum, levelPeak) = (0.0, 0.0)

    /// - Parameter rate: The frames per second.
    package init(rate: Int) {
        blockFrames = max(rate / 200, 1)
        let time = 1 / Double(max(rate, 1))
        let constant = 1 / (2 * Double.pi * Self.lowest)
        smoothing = Float(constant / (constant + time))
    }

    // MARK: Requests

    /// Reports changes of loudness by a rule from now on. The sound counts as quiet until it is loud.
    package mutating func want(_ rule: LoudnessRule) {
        if !loudnesses.contains(where: { $0.rule == rule }) { loudnesses.append(Loudness(rule)) }
    }

    package mutating func wantClaps() { wantsClaps = true }

    /// Reports levels from now on. The shortest interval that is wanted applies.
    ///
    /// - Parameter milliseconds: Rounded up to multiples of 50 ms.
    package mutating func wantLevels(every milliseconds: Int) {
        let windows = max((milliseconds + Self.windowTime - 1) / Self.windowTime, 1)
        windowsInLevel = min(windows, windowsInLevel ?? windows)
    }

    /// Whether nothing would be reported however long silence lasts.
    package var isAtRest: Bool {
        windowsInLevel == nil && loudnesses.allSatisfy(\.isAtRest) && (!wantsClaps || claps.isAtRest)
    }

    // MARK: Sound

    /// Takes the next frames of one channel.
    ///
    /// - Parameters:
    ///   - isDeaf: Whether only levels are reported, because the sound is the program's own.
    ///   - report: Called with each observation, in order.
    package mutating func hear(
        _ samples: UnsafeBufferPointer<Float>, isDeaf: Bool = false, report: (Heard) -> Void
    ) {
        var start = 0
        while start < samples.count {
            let end = min(start + blockFrames - frames, samples.count)
            for index in start..<end {
                let sample = samples[index]
                high = smoothing * (high + sample - previous)
                previous = sample
                blockSum += sample * sample
                blockHigh += high * high
                blockPeak = max(blockPeak, abs(sample))
            }
            frames += end - start
            start = end
            if frames == blockFrames { endBlock(isDeaf, report) }
        }
    }

    /// Takes frames of silence.
    package mutating func hearSilence(frames count: Int, isDeaf: Bool = false, report: (Heard) -> Void) {
        var left = count
        var zero: Float = 0
        while left > 0, frames > 0 || previous != 0 || abs(high) > 1e-6 {
            withUnsafePointer(to: &zero) {
                hear(UnsafeBufferPointer(start: $0, count: 1), isDeaf: isDeaf, report: report)
            }
            left -= 1
        }
        if left >= blockFrames { high = 0 }
        while left >= blockFrames {
            endBlock(isDeaf, report)
            left -= blockFrames
        }
        frames += left
    }

    private mutating func endBlock(_ isDeaf: Bool, _ report: (Heard) -> Void) {
        let level = SoundLevel.decibels((Double(blockHigh) / Double(blockFrames)).squareRoot())
        if isDeaf {
            claps.skip()
        } else if claps.block(level), wantsClaps {
            report(.twoClaps)
        }
        windowSum += Double(blockSum)
        blockLevels.append(SoundLevel.decibels((Double(blockSum) / Double(blockFrames)).squareRoot()))
        windowPeak = max(windowPeak, Double(blockPeak))
        (frames, blockSum, blockHigh, blockPeak) = (0, 0, 0, 0)
        blocks += 1
        if blocks == Self.blocksInWindow { endWindow(isDeaf, report) }
    }

    private mutating func endWindow(_ isDeaf: Bool, _ report: (Heard) -> Void) {
        let level = SoundLevel.decibels((windowSum / Double(Self.blocksInWindow * blockFrames)).squareRoot())
        for index in loudnesses.indices {
            guard !isDeaf else {
                loudnesses[index].skip()
                continue
            }
            guard let isLoud = loudnesses[index].window(level, blocks: blockLevels) else { continue }
            report(isLoud ? .loud(loudnesses[index].rule) : .quiet(loudnesses[index].rule))
        }
        levelSum += windowSum
        levelPeak = max(levelPeak, windowPeak)
        (blocks, windowSum, windowPeak) = (0, 0, 0)
        blockLevels.removeAll(keepingCapacity: true)
        windows += 1
        guard let windowsInLevel, windows >= windowsInLevel else { return }
        let frames = Double(windows * Self.blocksInWindow * blockFrames)
        report(
            .level(
                SoundLevel(
                    rms: SoundLevel.decibels((levelSum / frames).squareRoot()),
                    peak: SoundLevel.decibels(levelPeak))))
        (windows, levelSum, levelPeak) = (0, 0, 0)
    }
}
