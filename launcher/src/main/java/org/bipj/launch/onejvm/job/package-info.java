/** What all jobs have in common whose ranks share one JVM. */
package org.bipj.launch.onejvm.job;
