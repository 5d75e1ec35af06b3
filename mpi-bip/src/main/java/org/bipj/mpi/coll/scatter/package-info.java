/**
 * The scatter (MPI 4.1 section 6.6): one algorithm per file, named by an enum, and the choice among them.
 */
@NullMarked
package org.bipj.mpi.coll.scatter;

import org.jspecify.annotations.NullMarked;
