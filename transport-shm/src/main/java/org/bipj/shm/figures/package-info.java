/** What the ranks of a job do, in numbers, for viewers of a running job. */
package org.bipj.shm.figures;
