/**
 * The NAS Parallel Benchmarks with their official verification, a package for each kernel; here is what the kernels
 * have in common.
 *
 * <p>The algorithms, sizes and reference values are those of NPB 3.4 (D. Bailey and others, "The NAS Parallel
 * Benchmarks", report RNR-94-007, and its revisions); the programs were rewritten against package {@code mpi}. A
 * result is comparable with the published ones in so far as it says {@code Verification: SUCCESSFUL}.
 */
package org.bipj.samples.nas;
