/** The session of a job on disk, and the environment of its ranks. */
package org.bipj.shm.job;
