// DEFINE: %{make} = %{python} make.py in.npz
// RUN: mkdir %t && cd %t
// RUN: %{make} 1
// RUN: sc-compile %s -o model.scx
// RUN: sc-run model.scx --inputs=in.npz | FileCheck %s
// RUN: sc-run model.scx --inputs=in.npz --outputs=unread.npz
