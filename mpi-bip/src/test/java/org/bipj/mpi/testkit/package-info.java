/** A job of threads over queues: the smallest thing that mpi-bip can be tested on, as it may know no transport. */
package org.bipj.mpi.testkit;
