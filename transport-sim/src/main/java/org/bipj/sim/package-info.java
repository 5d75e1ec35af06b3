/**
 * A cluster in virtual time as a job: nodes with hosts, boards and cables built from a platform file, ranks as
 * coroutines, and what a run reports.
 */
package org.bipj.sim;
