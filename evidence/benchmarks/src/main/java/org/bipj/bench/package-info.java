/**
 * Benchmarks: programs with a table of results, started by {@code mpirun} and written against package {@code mpi} alone.
 *
 * <p>All of them warm up before they measure: see {@link org.bipj.bench.MixedTraffic}.
 */
package org.bipj.bench;
