//===-- ScheduleBuilder.h - makes the host schedule -------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Turns data movement on tensors into copies and fills of buffers.

#ifndef SC_LIB_CONVERSION_SCHEDULEBUILDER_H
#define SC_LIB_CONVERSION_SCHEDULEBUILDER_H

#include "dialects/Shardy/Shardy.h"
#include "dialects/SparseCore/SparseCore.h"
#include "dialects/StableHLO/StableHLO.h"
#include "dialects/Tile/Tile.h"
#include "mlir/IR/Builders.h"

namespace sc {

/// One side of a strided copy: a dense row-major buffer seen through an offset
/// and strides, in elements.
struct StridedView {
  mlir::Value buffer;
  int64_t offset = 0;
  llvm::SmallVector<int64_t> strides;
};

/// Row-major strides of a dense tensor.
llvm::SmallVector<int64_t> getDenseStrides(llvm::ArrayRef<int64_t> shape);

/// For each device the element offset of its shard in the global array. With
/// `once`, devices that hold the same shard as an earlier one get -1.
llvm::SmallVector<int64_t> getShardOffsets(sdy::TensorShardingAttr sharding,
                                           sdy::MeshAttr mesh,
                                           sdy::ManualAxesAttr manualAxes,
                                           llvm::ArrayRef<int64_t> globalShape,
                                           llvm::ArrayRef<int64_t> localShape,
                                           bool once);

/// Makes steps of a tile.schedule, and keeps which buffers hold which tensors.
/// Buffers are dense and row-major, so that a reshape shares its operand's.
class ScheduleBuilder {
public:
  explicit ScheduleBuilder(tile::ScheduleOp schedule);

  mlir::OpBuilder builder;

  /// Where new values live: host outside manual computations of several
  /// devices, HBM inside.
  tile::Space space = tile::Space::Host;

  /// The buffers that hold `value`: one, or those of a tuple's leaves.
  llvm::ArrayRef<mlir::Value> getBuffers(mlir::Value value) const;
  mlir::Value getBuffer(mlir::Value value) const;
  void map(mlir::Value value, llvm::ArrayRef<mlir::Value> buffers);

  /// True where what `buffer` holds is still read when `op` has run: by a use
  /// of one of its values that comes behind, or comes again in a loop. With
  /// `filter`, only by uses for which it holds.
  bool isReadAfter(
      mlir::Value buffer, mlir::Operation *op,
      llvm::function_ref<bool(mlir::OpOperand &)> filter = nullptr) const;

  /// A new buffer of the shape of `tensor`.
  mlir::Value alloc(mlir::Location location, mlir::Type tensor,
                    tile::Space where, tile::BufferClass bufferClass,
                    llvm::StringRef name);
  /// New temporaries for the leaves of a tensor or tuple type, in `space`.
  llvm::SmallVector<mlir::Value> allocValue(mlir::Location location,
                                            mlir::Type type);

  /// Copies `sizes` elements; nothing where a size is 0.
  void copy(mlir::Location location, const StridedView &source,
            const StridedView &destination, llvm::ArrayRef<int64_t> sizes,
            std::optional<llvm::ArrayRef<int64_t>> devices = std::nullopt);
  /// Copies a whole buffer to another of the same shape.
  void copyAll(mlir::Location location, mlir::Value source,
               mlir::Value destination,
               std::optional<llvm::ArrayRef<int64_t>> devices = std::nullopt);

  /// Converts an operation that only moves data, or a native call. Returns
  /// false where `op` is neither.
  bool convert(mlir::Operation *op);

  /// Says that `op` is not compiled, in a remark unless `quiet`. Its results
  /// get buffers without contents.
  void leaveOut(mlir::Operation *op, llvm::StringRef reason,
                bool quiet = false);

private:
  void convertSlice(stablehlo::SliceOp op);
  void convertTranspose(stablehlo::TransposeOp op);
  void convertBroadcast(stablehlo::BroadcastOp op);
  void convertBroadcastInDim(stablehlo::BroadcastInDimOp op);
  void convertConcatenate(stablehlo::ConcatenateOp op);
  void convertPad(stablehlo::PadOp op);
  void convertConstant(stablehlo::ConstantOp op);
  void convertTuple(stablehlo::TupleOp op);
  void convertGetTupleElement(stablehlo::GetTupleElementOp op);
  void convertUnstack(UnstackActivationsOp op);
  void convertStack(StackGradientsOp op);
  void convertNativeCall(NativeCallOp op);

  /// Fills `sizes` elements of `destination` with the scalar tensor `value`.
  void fillWith(mlir::Location location, mlir::Value value,
                const StridedView &destination, llvm::ArrayRef<int64_t> sizes);
  void fill(mlir::Location location, mlir::Attribute value,
            const StridedView &destination, llvm::ArrayRef<int64_t> sizes);
  mlir::Value allocResult(mlir::Operation *op, unsigned index = 0);

  mlir::DenseMap<mlir::Value, llvm::SmallVector<mlir::Value, 1>> buffers;
  /// The values that each buffer holds, or has held.
  mlir::DenseMap<mlir::Value, llvm::SmallVector<mlir::Value, 1>> values;
  int64_t nextTemporary = 0;
};

} // namespace sc

#endif // SC_LIB_CONVERSION_SCHEDULEBUILDER_H
