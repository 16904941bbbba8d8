import Foundation

/// Whether tests that look for a rare fault have as many rounds as CI gives them, rather than what fits between two edits:
/// `CARILLON_THOROUGH` is in the environment.
public let isThorough = getenv("CARILLON_THOROUGH") != nil
