/** Nothing: programs of MPJ Express import this package beside {@code mpi}; its classes are not here. */
package mpjbuf;
