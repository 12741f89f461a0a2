import Glibc

/// Questions to the file system that need no more than their answer.
package enum FileSystem {
  /// Whether the path is a regular file that this process may execute (`stat`, `access`).
  package static func isExecutableFile(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
    return access(path, X_OK) == 0
  }

  /// Where a program lies that is called by its name, as a shell finds it in a `PATH`.
  package static func program(named name: String, in path: String) -> String? {
    let places = path.split(separator: ":", omittingEmptySubsequences: false)
    return places.lazy.map { $0.isEmpty ? name : "\($0)/\(name)" }.first(where: isExecutableFile)
  }

  /// Whether there is anything of this name.
  package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Whether the path is a folder (`stat`).
  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Whether the path is a regular file, whoever may read it (`stat`).
  package static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Whether there is something of this name that is no regular file: a folder, a pipe, a device.
  ///
  /// One look (`stat`): a file that goes between two would be taken for one of those.
  package static func isSpecial(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
  }

  /// A path that means the same from everywhere.
  package static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let here = getcwd(nil, 0) else { return path }
    defer { free(here) }
    let folder = String(cString: here)
    if path == "." { return folder }
    return folder.hasSuffix("/") ? folder + path : "\(folder)/\(path)"
  }

  /// What a symbolic link says; nil for what is none (`readlink`).
  package static func target(ofLink path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &buffer, buffer.count - 1)
    guard count > 0 else { return nil }
    return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The names in a folder, in no order; none when it cannot be read.
  package static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}

/// This program on disk.
package enum Program {
  /// The absolute path of the running binary, links resolved; empty without `/proc`.
  package static var path: String { FileSystem.target(ofLink: "/proc/self/exe") ?? "" }

  /// The user that it runs for, by number.
  package static var user: UInt32 { geteuid() }

  /// What `ps` and `/proc` call its process.
  package static var name: String {
    let text = (try? FileReader.contents(of: "/proc/self/comm")) ?? []
    return String(decoding: text.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }

  /// Has its process called otherwise; at most fifteen bytes count.
  ///
  /// *Source:* proc(5), `/proc/self/comm`; of a process without threads it is the name of all.
  package static func setName(_ name: String) {
    let number = open("/proc/self/comm", O_WRONLY | O_CLOEXEC)
    guard number >= 0 else { return }
    var bytes = Array(name.utf8)
    _ = write(number, &bytes, bytes.count)
    close(number)
  }

  /// Its own process.
  package static var process: Int32 { getpid() }

  /// Eight hexadecimal digits that tell this file from any other that was ever at its path.
  package static var build: String {
    var status = stat()
    guard stat("/proc/self/exe", &status) == 0 else { return "00000000" }
    let facts = [
      UInt64(status.st_dev), UInt64(status.st_ino), UInt64(bitPattern: Int64(status.st_size)),
      UInt64(bitPattern: Int64(status.st_mtim.tv_sec)),
      UInt64(bitPattern: Int64(status.st_mtim.tv_nsec)),
    ]
    // FNV-1a, in 32 bits.
    let hash = facts.reduce(UInt32(2_166_136_261)) { hash, fact in
      withUnsafeBytes(of: fact.littleEndian) { bytes in
        bytes.reduce(hash) { ($0 ^ UInt32($1)) &* 16_777_619 }
      }
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
