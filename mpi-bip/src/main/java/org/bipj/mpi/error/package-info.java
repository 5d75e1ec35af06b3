/** Names of the error classes of all parts of the library. */
package org.bipj.mpi.error;
