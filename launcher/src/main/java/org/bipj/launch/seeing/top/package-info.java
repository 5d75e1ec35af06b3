/** {@code bipj top}, and the page of {@code bipj view JOB}: what the ranks of running jobs do. */
package org.bipj.launch.seeing.top;
