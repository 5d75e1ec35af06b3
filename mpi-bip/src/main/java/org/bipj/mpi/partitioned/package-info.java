/**
 * Partitioned communication (MPI 4.1 chapter 4): a message whose parts the sender hands over one by one, and of which the receiver may use
 * those that have come. {@link org.bipj.mpi.partitioned.Partitions} is what a rank has of it; docs/architecture/partitioned.md tells how both sides find each other.
 */
@NullMarked
package org.bipj.mpi.partitioned;

import org.jspecify.annotations.NullMarked;
