import CarillonBoard

extension BoardDescription {
    /// Returns the name of ground or the supply, with its pin that is nearest to `pin`, preferably on the same header.
    func place(of end: PinConnection.End, near pin: HeaderPin) -> String {
        let own = header(of: pin)
        let headers = [own].compactMap { $0 } + headers.filter { $0 != own }
        for header in headers {
            let line = header.pins.firstIndex(of: pin) ?? 0
            let feeds = header.pins.indices.filter { end.isSupplied(by: header.pins[$0]) }
            guard let nearest = feeds.min(by: { abs($0 - line) < abs($1 - line) }) else { continue }
            return "\(end.name) (\(place(of: header.pins[nearest], on: header)))"
        }
        return end.name
    }
}
