/**
 * The contract of package {@code mpi}: suites whose cases are written once and run over every fabric. {@link
 * org.bipj.mpi.contract.ThreadRunner} runs them with ranks as threads of the test's JVM, {@link
 * org.bipj.mpi.contract.ContractMain} in a job that a launcher has started.
 */
package org.bipj.mpi.contract;
