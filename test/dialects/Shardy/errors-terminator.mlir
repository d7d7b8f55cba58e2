// RUN: sc-opt %s -allow-unregistered-dialect -split-input-file -verify-diagnostics

// A body must end in a return, also where unknown operations are allowed.

func.func @manual_computation_c9() {
  // expected-error @+1 {{op body must end in 'sdy.return'}}
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} () {
    "test.end"() : () -> ()
  } : () -> ()
  return
}
