/**
 * How processes that make a communicator together agree on its context: at once ({@link org.bipj.mpi.context.ContextIds}), or
 * in the background.
 */
@NullMarked
package org.bipj.mpi.context;

import org.jspecify.annotations.NullMarked;
