import FeedCore

extension ConfigDecoder {
  /// What is on a flap's drum and on a wheel.
  mutating func addFlaps(_ section: Section, to layer: inout MotionLayer) {
    layer.set(\.flaps, section["flaps"].flatMap { choice($0) })
    layer.set(\.drum, section["drum"].flatMap { drum($0) })
    layer.set(
      \.flap,
      section["flap"].flatMap { duration($0, in: TimeSpan.milliseconds(10)...TimeSpan.seconds(1)) })
    layer.set(\.lastDigits, section["digits"].flatMap { lastDigits($0) })
  }

  private mutating func drum(_ entry: Node.Entry) -> Drum? {
    guard let text = text(entry) else { return nil }
    let characters = Array(text)
    if let odd = characters.first(where: { CellWidth.of($0) != 1 }) {
      report(
        "'\(Sanitise.text(String(odd)))' in 'drum' is not one cell wide", at: entry.value.span)
      return nil
    }
    guard characters.count <= 64, let drum = Drum(characters) else {
      report(
        "'drum' has 2 to 64 characters, none of them twice", at: entry.value.span,
        hint: "the digits and a blank are \" 0123456789\"")
      return nil
    }
    return drum
  }

  /// `{wheels: {1: {max: 5}}}`: digits are counted from the right, from 0.
  private mutating func lastDigits(_ entry: Node.Entry) -> [Int: Int]? {
    guard let section = section(entry, .digits), let wheels = section["wheels"] else { return nil }
    guard case .mapping(let entries, _) = wheels.value else {
      expected("a mapping like {1: {max: 5}}", wheels)
      return nil
    }
    var lastDigits: [Int: Int] = [:]
    for wheel in entries {
      guard let place = Int(wheel.key.text), (0..<40).contains(place) else {
        report(
          "'\(wheel.key.text)' is not the place of a digit", at: wheel.key.span,
          hint: "digits are counted from the right, from 0 to 39")
        continue
      }
      if let section = self.section(wheel, .wheel) {
        lastDigits[place] = section["max"].flatMap { integer($0, in: 1...9) }
      }
    }
    return lastDigits
  }
}
