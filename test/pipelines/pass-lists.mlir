// RUN: sc-opt %s --sc-to-sc=target=v5p --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefixes=SC,SC-END
// RUN: sc-opt %s --sc-to-planned=target=v5p --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefixes=SC,PLANNED,PLANNED-END
// RUN: sc-opt %s --sc-to-tile=target=v5p --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefixes=SC,PLANNED,TILE,TILE-END
// RUN: sc-opt %s --sc-to-placed=target=v5p --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefixes=SC,PLANNED,TILE,PLACED

// Each pipeline runs the stages up to its own.

// SC: builtin.module(
// SC-NEXT: sc-assign-target{machine-file= target=v5p},
// SC-NEXT: sc-stack-tables{activation-bytes-limit=-1 disable-stacking=false limits=sum max-ids-file= rotation=-1 rule=jax shard-bytes-limit=-1 tables-limit=0},
// SC-NEXT: sc-raise-gspmd,
// SC-NEXT: sc-check-calls,
// SC-NEXT: inline{default-pipeline=canonicalize inlining-threshold={{[0-9]+}} max-iterations=4 },
// SC-NEXT: convert-stablehlo-to-sparsecore,
// SC-NEXT: sc-outline-native-segments
// SC-END-NEXT: )
// PLANNED-NEXT: sc-apply-limits{file=},
// PLANNED-NEXT: sc-quantize-tables{tables=},
// PLANNED-NEXT: sc-pad-tables,
// PLANNED-NEXT: sc-order-updates,
// PLANNED-NEXT: sc-plan-memory{max-replicas=64 num-serialized-tables=auto parallel-iterations=1 row-streaming=false sample-splitting=false tc-hbm-bytes=-1}
// PLANNED-END-NEXT: )
// TILE-NEXT: convert-sparsecore-to-tile,
// TILE-NEXT: tile.task(
// TILE-NEXT: sc-double-buffer-windows
// TILE-NEXT: ),
// TILE-NEXT: tile.task(
// TILE-NEXT: sc-synchronize-tiles
// TILE-NEXT: )
// TILE-END-NEXT: )
// PLACED-NEXT: sc-place-buffers
// PLACED-NEXT: )

func.func @main() {
  return
}
