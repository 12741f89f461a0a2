#pragma once
// What Swift's Glibc module lacks: thin wrappers, one call each.
