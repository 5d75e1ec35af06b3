/**
 * The gather (MPI 4.1 section 6.5): one algorithm per file, named by an enum, and the choice among them.
 */
@NullMarked
package org.bipj.mpi.coll.gather;

import org.jspecify.annotations.NullMarked;
