/** Names of the error classes of all parts of the library. */
@NullMarked
package org.bipj.mpi.error;

import org.jspecify.annotations.NullMarked;
