/** What a datatype is, apart from its handle, and how derived ones are made of others (MPI 4.1 chapter 5). */
@NullMarked
package org.bipj.mpi.type;

import org.jspecify.annotations.NullMarked;
