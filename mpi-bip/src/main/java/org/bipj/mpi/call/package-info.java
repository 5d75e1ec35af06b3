/** What all calls have in common: the data that they name, the checks of their arguments, and their errors. */
@NullMarked
package org.bipj.mpi.call;

import org.jspecify.annotations.NullMarked;
