/** The MPI contract suites over shared memory, in every mode that the launcher has. */
package org.bipj.launch.contract;
