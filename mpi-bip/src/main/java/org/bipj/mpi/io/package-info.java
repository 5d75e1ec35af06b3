/**
 * Files (MPI 4.1 chapter 14) below the facade: {@link org.bipj.mpi.io.OpenFile} is one rank's part of an open file, over a
 * {@link java.nio.channels.FileChannel} and a communicator of the file's own. Nothing here waits for anything but
 * messages and the file system, and no thread is started: what a non-blocking call asks for is done in the call.
 */
@NullMarked
package org.bipj.mpi.io;

import org.jspecify.annotations.NullMarked;
