/** Jobs that meet: what a rank keeps of each other job, doors, and requests to the launcher. */
package org.bipj.shm.link;
