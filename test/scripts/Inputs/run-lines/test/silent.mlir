// RUN: sc-opt %s --verify-diagnostics
