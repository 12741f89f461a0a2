// swift-tools-version: 6.2
import PackageDescription

/// Holds for every Swift target; a warning is an error.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// Holds for the targets that do no I/O and call no C library: no unsafe construct compiles either.
let pure = strict + [.strictMemorySafety()]

let package = Package(
  name: "odobar",
  targets: [
    .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    .systemLibrary(name: "CJSON", pkgConfig: "json-c", providers: [.apt(["libjson-c-dev"])]),
    .target(name: "CLinux", linkerSettings: [.linkedLibrary("dl")]),

    .target(name: "FeedCore", swiftSettings: pure, linkerSettings: [.linkedLibrary("m")]),
    .target(name: "FeedData", dependencies: ["FeedCore", "CYAML", "CJSON"], swiftSettings: strict),
    .target(name: "FeedOutput", dependencies: ["FeedCore", "FeedData"], swiftSettings: pure),
    .target(name: "FeedPlugin", dependencies: ["FeedCore", "FeedData"], swiftSettings: pure),
    .target(
      name: "FeedConfig", dependencies: ["FeedCore", "FeedData", "FeedOutput", "FeedPlugin"],
      swiftSettings: pure),
    .target(
      name: "FeedEngine", dependencies: ["FeedCore", "FeedOutput", "FeedPlugin", "FeedConfig"],
      swiftSettings: pure),
    .target(name: "FeedSystem", dependencies: ["FeedCore", "CLinux"], swiftSettings: strict),
    .executableTarget(
      name: "odobar",
      dependencies: [
        "FeedCore", "FeedData", "FeedOutput", "FeedPlugin", "FeedConfig", "FeedEngine",
        "FeedSystem",
      ],
      swiftSettings: strict),

    .target(
      name: "TestKit", dependencies: ["CLinux"], path: "Tests/TestKit", swiftSettings: strict),
    .testTarget(
      name: "FeedCoreTests", dependencies: ["FeedCore", "FeedData", "TestKit"],
      swiftSettings: strict),
    .testTarget(
      name: "FeedDataTests", dependencies: ["FeedCore", "FeedData", "TestKit"],
      swiftSettings: strict),
    .testTarget(
      name: "FeedOutputTests", dependencies: ["FeedCore", "FeedOutput", "FeedData", "TestKit"],
      swiftSettings: strict),
    .testTarget(
      name: "FeedPluginTests", dependencies: ["FeedCore", "FeedPlugin", "TestKit"],
      swiftSettings: strict),
    .testTarget(
      name: "FeedConfigTests",
      dependencies: ["FeedCore", "FeedData", "FeedOutput", "FeedPlugin", "FeedConfig", "TestKit"],
      swiftSettings: strict),
    .testTarget(
      name: "FeedEngineTests",
      dependencies: [
        "FeedCore", "FeedData", "FeedOutput", "FeedPlugin", "FeedConfig", "FeedEngine", "TestKit",
      ], swiftSettings: strict),
    .executableTarget(
      name: "SystemHost", dependencies: ["FeedSystem"], path: "Tests/Support/SystemHost",
      swiftSettings: strict),
    .testTarget(
      name: "FeedSystemTests", dependencies: ["FeedCore", "FeedSystem", "SystemHost", "TestKit"],
      swiftSettings: strict),
    .executableTarget(
      name: "Fuzz",
      dependencies: [
        "FeedCore", "FeedData", "FeedOutput", "FeedPlugin", "FeedConfig", "FeedEngine",
      ], path: "Tests/Fuzz", exclude: ["Seeds", "run"], swiftSettings: strict),
    .testTarget(name: "PluginTests", dependencies: ["TestKit"], swiftSettings: strict),
    .testTarget(
      name: "EndToEndTests", dependencies: ["odobar", "FeedCore", "TestKit"], swiftSettings: strict),
    .testTarget(name: "ArchitectureTests", dependencies: ["TestKit"], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
