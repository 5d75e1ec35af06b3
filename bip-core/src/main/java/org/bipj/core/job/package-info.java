/**
 * The job that a rank belongs to, and how it is found: a transport's {@link org.bipj.core.job.JobProvider}, the class
 * loader of a rank that is a thread, or a job of one rank.
 */
@NullMarked
package org.bipj.core.job;

import org.jspecify.annotations.NullMarked;
