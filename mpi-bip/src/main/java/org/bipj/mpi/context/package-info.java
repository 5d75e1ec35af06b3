/**
 * How processes that make a communicator together agree on its context: at once ({@link org.bipj.mpi.context.ContextIds}), or
 * in the background.
 */
package org.bipj.mpi.context;
