import Foundation
import Glibc
import TestKit
import Testing

/// What holds for every plugin.
struct PluginLawTests {
  private static let units: Set = [
    "percent", "bytes", "bytes_per_second", "seconds", "watts", "celsius", "none", "count",
  ]

  @Test func `the metric plugins are bundled`() {
    let names = Set(PluginFile.all.map(\.name))
    #expect(names.isSuperset(of: PluginFile.metrics.map(\.name)))
  }

  @Test(arguments: PluginFile.all)
  func `can be executed`(_ plugin: PluginFile) throws {
    #expect(FileManager.default.isExecutableFile(atPath: plugin.file.path))
    #expect(try String(contentsOf: plugin.file, encoding: .utf8).hasPrefix("#!"))
  }

  @Test(arguments: PluginFile.all)
  func `declares itself on one of its first lines`(_ plugin: PluginFile) throws {
    let manifest = try #require(try plugin.manifest())

    #expect(manifest.contains(/^\{mode: (once|stream|poll), .*\}$/))
    #expect(manifest.count { $0 == "{" } == manifest.count { $0 == "}" })
    #expect(Self.units.isSuperset(of: try plugin.units().values))
  }

  @Test(.enabled(if: Shell.find("shellcheck") != nil))
  func `shellcheck finds no fault`() throws {
    let scripts = try PluginFile.all.map(\.file.path).filter {
      try String(contentsOfFile: $0, encoding: .utf8).hasPrefix("#!/bin/sh\n")
    }

    let (ending, stdout, _) = try Session(
      ["shellcheck", "-s", "sh"] + scripts, environment: ["PATH": "/usr/local/bin:/usr/bin:/bin"]
    ).finish()

    #expect(ending == .exited(0), "\(stdout)")
  }

  @Test(.enabled(if: Shell.find("pyflakes3") != nil))
  func `pyflakes finds no fault`() throws {
    let scripts = try PluginFile.all.map(\.file.path).filter {
      try String(contentsOfFile: $0, encoding: .utf8).hasPrefix("#!/usr/bin/env python3\n")
    }

    let (ending, stdout, _) = try Session(
      ["pyflakes3"] + scripts, environment: ["PATH": "/usr/local/bin:/usr/bin:/bin"]
    ).finish()

    #expect(!scripts.isEmpty && ending == .exited(0), "\(stdout)")
  }

  @Test(arguments: PluginFile.metrics)
  func `reports nothing but numbers of declared fields`(_ plugin: PluginFile) throws {
    let declared = try plugin.units().keys

    let answer = try Session(plugin.name, on: Machine()).ask()

    #expect(!answer.values.isEmpty, "\(answer.line)")
    for field in answer.values.keys {
      let pattern = field.prefix { !$0.isNumber } + "*"
      #expect(declared.contains(field) || declared.contains(String(pattern)), "\(field)")
    }
  }

  @Test(arguments: PluginFile.metrics, Shell.installed)
  func `answers each tick and nothing else with one line in any shell`(
    _ plugin: PluginFile, _ shell: Shell
  ) throws {
    let session = try Session(plugin.name, on: Machine(), shell: shell.command)

    let answers = try [session.ask("tick"), session.ask("tick week")]
    for line in ["set level 40", "", "tock", "-n", "$(exit 1)", "*"] {
      try session.send(line)
    }
    let (ending, stdout, stderr) = try session.finish()

    for answer in answers {
      #expect(!answer.values.isEmpty, "\(answer.line)")
    }
    #expect(ending == .exited(0))
    #expect(stdout.isEmpty)
    #expect(stderr.isEmpty)
  }

  @Test(arguments: PluginFile.metrics)
  func `ends at once when told to terminate`(_ plugin: PluginFile) throws {
    let session = try Session(plugin.name, on: Machine())
    _ = try session.ask()

    session.signal(SIGTERM)

    #expect(try session.finish(closing: false).ending == .killed(by: SIGTERM))
  }

  @Test(arguments: PluginFile.metrics.filter { $0.name != "disk" })
  func `answers ticks without forking`(_ plugin: PluginFile) throws {
    let session = try Session(plugin.name, on: Machine())

    for _ in 1...100 {
      _ = try session.ask()
    }

    #expect(session.faultsOfChildren == 0)
  }

  @Test func `a fork would be noticed`() throws {
    let session = try Session("disk", on: Machine())

    _ = try session.ask()

    #expect(try #require(session.faultsOfChildren) > 0)
  }

  @Test(arguments: PluginFile.metrics)
  func `explains why it cannot work on an empty machine`(_ plugin: PluginFile) throws {
    let machine = try Machine(nil)
    let session = try Session(plugin.name, on: machine, parameters: ["path": "/gone"])

    let (ending, stdout, stderr) = try session.finish()

    #expect(ending == .exited(1))
    #expect(stdout.isEmpty)
    #expect(stderr.count { $0 == "\n" } == 1)
  }

  @Test(arguments: PluginFile.metrics)
  func `an error is one line of JSON when its source goes away`(_ plugin: PluginFile) throws {
    let machine = try Machine()
    let session = try Session(plugin.name, on: machine)
    _ = try session.ask()

    try machine.remove("proc")
    try machine.remove("sys")
    try machine.remove("df.txt")
    let answer = try session.ask()

    #expect(try #require(answer.trouble).isEmpty == false)
    #expect(answer.values.isEmpty)
  }
}
