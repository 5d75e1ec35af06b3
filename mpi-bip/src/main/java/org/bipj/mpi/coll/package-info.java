/**
 * Collective operations (MPI 4.1 chapter 6) over the messages of one communicator. {@link org.bipj.mpi.coll.Collectives} is
 * the entry; each operation has a package of its own with its algorithms and the choice among them.
 *
 * <p>An algorithm is chosen by a switch <em>expression</em> over the enum of its operation, whose value is not used: the
 * compiler checks that such a switch has a case for every algorithm.
 */
@NullMarked
package org.bipj.mpi.coll;

import org.jspecify.annotations.NullMarked;
