/** An id of the form that EC2 has; EFS, FSx and others have it, too: `fs-0123456789abcdef0`. */
export const EC2_ID = /^[a-z]+(?:-[a-z]+)*-[0-9a-f]{8,17}$/;
